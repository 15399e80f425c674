export { holdsRightNow, rightsNow, turnOfAccounts } from './queries.ts';
