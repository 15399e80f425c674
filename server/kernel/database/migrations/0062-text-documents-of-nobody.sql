-- A text document that nobody took is removed by its age like its paper, in whichever order.
alter table order_documents
  drop constraint order_documents_docx_id_fkey,
  add constraint order_documents_docx_id_fkey foreign key (docx_id) references files (id) on delete set null;
