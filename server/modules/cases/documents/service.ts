export { type GatheredFacts, gatherFacts, type ReadPaper, readPaper } from './facts.ts';
export {
  digestOfFacts,
  documentsMade,
  dropMade,
  type MadePaper,
  type MakingCall,
  makePapers,
} from './making.ts';
export { assignNumber, lockHeldNumber } from './numbers.ts';
export { forgetPublished } from './published.ts';
export { createTemplateSource } from './source.ts';
export { placeOfTemplate } from './stored-template.ts';
export { findPublishedVersion, listPublished as listPublishedDocuments } from './templates.queries.ts';
export { publishDocument } from './templates.ts';
