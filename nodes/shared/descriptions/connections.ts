import { NodeConnectionTypes } from 'n8n-workflow';

/** The one input or output of a node, for items. */
export const itemConnection = [NodeConnectionTypes.Main];
