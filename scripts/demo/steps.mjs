import { agentAnswer } from './agentAnswer.mjs';
import { agentRun } from './agentRun.mjs';
import { agentTrigger } from './agentTrigger.mjs';
import { furtherAreas } from './furtherAreas.mjs';
import { joiners } from './joiners.mjs';
import { usersAndGroups } from './usersAndGroups.mjs';

/**
 * What the demonstration shows, in this order.
 *
 * @type {readonly import('./context.mjs').DemoStep[]}
 */
export const steps = [usersAndGroups, joiners, furtherAreas, agentAnswer, agentRun, agentTrigger];
