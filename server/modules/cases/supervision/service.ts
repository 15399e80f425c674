export { noticesOfLetters } from './letter-notices.ts';
export { sendWarnings } from './send-warnings.ts';
