import type { AnswerProtocol } from '../eventReading';
import { a2a, agUi } from './agents';
import { dataLines, uiMessages } from './aiSdk';
import { coze, dify, flowise, langflow } from './flows';
import { langChain, langGraph } from './langChain';
import { adk, anthropic, gemini } from './models';
import { chatCompletions, responses } from './openAi';
import { patches } from './patches';

/** The public protocols that are read by their documentation; no event is one of two. */
export const protocols: readonly AnswerProtocol[] = [
	...[responses, chatCompletions, anthropic, gemini, adk, langGraph, langChain],
	...[dify, coze, flowise, langflow, dataLines, uiMessages, agUi, a2a, patches],
];
