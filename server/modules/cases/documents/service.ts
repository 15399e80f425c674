export {
  type GatheredFacts,
  gatherFacts,
  type ReadDocument,
  readDocument,
} from './facts.ts';
export {
  type CreatedDocument,
  digestOfFacts,
  documentsMade,
  dropMade,
  type MakingCall,
  makeDocuments,
} from './making.ts';
export { assignNumber, lockReservedNumber as lockHeldNumber } from './numbers.ts';
export { forgetPublished } from './published.ts';
export { createTemplateSource } from './source.ts';
export { placeOfTemplate } from './stored-template.ts';
export { findPublishedVersion, listPublished as listPublishedDocuments } from './templates.queries.ts';
export { publishDocument } from './templates.ts';
