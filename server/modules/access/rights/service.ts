export { currentPermissions, hasPermissionNow, lockAccounts } from './queries.ts';
