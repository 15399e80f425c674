export {
  type CollectedFacts,
  collectFacts,
  readStoredOrderFacts,
  type StoredOrderFacts,
} from './facts.ts';
export {
  applicableDocuments,
  type CreatedDocument,
  type DocumentCall,
  deleteMadeDocuments,
  digestOfFacts,
  makeDocuments,
} from './make-documents.ts';
export { assignNumber, lockReservedNumber } from './numbers.ts';
export { clearPublishedCache } from './published.ts';
export { createTemplateSource } from './source.ts';
export { findTemplateOfButton } from './stored-template.ts';
export { findPublishedVersion, listPublished as listPublishedDocuments } from './templates.queries.ts';
export { publishDocument } from './templates.ts';
