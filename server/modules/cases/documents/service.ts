export {
  type GatheredFacts,
  gatherFacts,
  type ReadDocument,
  readDocument,
} from './facts.ts';
export {
  type CreatedDocument,
  deleteMadeDocuments,
  digestOfFacts,
  documentsToMake,
  type MakingCall,
  makeDocuments,
} from './make-documents.ts';
export { assignNumber, lockReservedNumber } from './numbers.ts';
export { clearPublishedCache } from './published.ts';
export { createTemplateSource } from './source.ts';
export { placeOfTemplate } from './stored-template.ts';
export { findPublishedVersion, listPublished as listPublishedDocuments } from './templates.queries.ts';
export { publishDocument } from './templates.ts';
