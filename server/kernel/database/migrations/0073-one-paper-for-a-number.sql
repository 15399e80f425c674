-- No two papers of an organisation say the same 文号, void ones included (docs/decisions/0155). Those that were there before
-- are held to it where the number is theirs.
alter table order_documents add column issuer_id text;
update order_documents d set issuer_id = n.org_id from document_numbers n where n.document_id = d.id;
create unique index order_documents_document_number on order_documents (issuer_id, document_number)
  where document_number <> '';
