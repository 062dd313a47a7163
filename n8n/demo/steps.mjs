import { usersAndGroups } from './usersAndGroups.mjs';

/**
 * What the demonstration shows, in this order.
 *
 * @type {readonly import('./context.mjs').DemoStep[]}
 */
export const steps = [usersAndGroups];
