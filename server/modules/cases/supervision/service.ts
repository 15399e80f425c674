export { sendWarnings } from './send-warnings.ts';
