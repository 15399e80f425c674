export { acceptBySilence } from './accept-by-silence.ts';
export { changeRecord } from './change-record.ts';
export { changeRecordBySystem, giveDueCommands } from './due-commands.ts';
export { settleMerges } from './merges.ts';
export { findRecordSettings } from './queries.ts';
