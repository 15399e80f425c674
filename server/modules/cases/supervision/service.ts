export { noticesOfLetters } from './letter-notices.ts';
export { exportableLetters } from './letters.ts';
export { sendWarnings } from './send-warnings.ts';
