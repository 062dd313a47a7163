import { resourceOf } from '../../../../src/runtime/operation';
import { unassign } from './unassign';

export const ticket = resourceOf("A customer's helpdesk request", [unassign]);
