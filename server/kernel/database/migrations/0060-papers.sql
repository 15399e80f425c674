-- Papers of orders (docs/decisions/0155): templates with their versions, numbers, what a made paper was made of, and the
-- code by which a stranger verifies it.
alter table organisations
  add column address text not null default '',
  add column phone text not null default '';

-- A version that was published never changes; orders' papers say which one they were made by.
create table document_templates (
  id text primary key,
  task_code text not null,
  code text not null,
  version integer not null,
  -- draft, published, replaced (by a later version), withdrawn
  state text not null,
  -- The template and the buttons that make it.
  content jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null,
  published_at timestamptz,
  published_by text,
  unique (task_code, code, version)
);
create unique index document_templates_published on document_templates (task_code, code) where state = 'published';
create unique index document_templates_draft on document_templates (task_code, code) where state = 'draft';

-- 文号: a series of an organisation counts anew each year.
create table document_series (
  org_id text not null references organisations (id),
  name text not null,
  year integer not null,
  -- The greatest number that was given out, or where the administrator lets the series go on from.
  last integer not null,
  primary key (org_id, name, year)
);
-- A number belongs to its document; when that goes, by whatever way, the number is free for the next one. While a document
-- is being drawn its number is held, so that a process that dies holds it no longer than that.
create table document_numbers (
  org_id text not null,
  name text not null,
  year integer not null,
  number integer not null,
  document_id text unique,
  held_by uuid,
  held_until timestamptz,
  primary key (org_id, name, year, number),
  foreign key (org_id, name, year) references document_series (org_id, name, year)
);

alter table order_documents
  -- The version of the template, and the button's name for it; null for documents that came from elsewhere.
  add column template_id text references document_templates (id),
  add column document_number text not null default '',
  -- Digest of the facts that it hangs on and that do not belong to the moment: other ones make it 已变更.
  add column lasting_of text not null default '',
  -- The same as a text document.
  add column docx_id text unique references files (id),
  add column verification_code text unique,
  add column issuer text not null default '',
  add column made_on date,
  add column voided_at timestamptz,
  add column voided_by text,
  add column void_reason text not null default '';
alter table document_numbers
  add foreign key (document_id) references order_documents (id) on delete set null;

insert into role_permissions (role_code, permission)
select code, 'document-template:manage' from roles where code = 'config-admin'
on conflict do nothing;
