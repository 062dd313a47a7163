export { keyTable as propertyKey } from '../../nodes/CategoryProperty/resources/propertyKey/update';
export { groupTable as userGroup } from '../../nodes/UserGroup/resources/userGroup/desired';
