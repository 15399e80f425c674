-- What an item asks for: papers of everybody, and situations that decide further papers and forms
-- (docs/decisions/0153). Versions that were published before ask for none.
alter table business_items
  add column papers jsonb not null default '[]',
  add column situations jsonb not null default '[]';
