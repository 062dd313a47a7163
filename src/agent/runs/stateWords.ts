export {
	classifyStatus as stateInWords,
	parseWords as wordsOfStatus,
	wordsBeforeReason,
} from './statusWords';
