-- A paper is sealed and signed when it is confirmed: where its seal belongs stands beside it until then, and what comes of
-- it is another file, under whose id it goes on with its number (docs/decisions/0160).
alter table order_documents add column seal jsonb;
alter table document_numbers
  drop constraint document_numbers_document_id_fkey,
  add constraint document_numbers_document_id_fkey foreign key (document_id) references order_documents (id)
    on delete set null on update cascade;
