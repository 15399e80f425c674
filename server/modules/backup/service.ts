export { checkRecipients } from './envelope.ts';
