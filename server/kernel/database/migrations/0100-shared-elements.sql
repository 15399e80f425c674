-- Shared elements (S2 §3): codes that fields of forms carry, each with one fixed file. A file that an element names is
-- not removed with the unattached uploads.
create table shared_elements (
  code text primary key,
  name text not null,
  remark text not null,
  file_id text not null unique references files (id),
  updated_at timestamptz not null,
  updated_by text not null
);

create trigger record_change after insert or update or delete on shared_elements
  for each row execute function note_record_change('code', '');

-- The configuration administrator gets the page, after the forms; a new database gets the entry from the seed.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'shared-elements', 'business', 'shared-elements', '共享要素', '/business/shared-elements', 'paper-clip', 'business',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'business'), 100)
where exists (select from menus where id = 'business')
on conflict do nothing;

update menus m set sort_by = b.first + v.place
from (values ('first-steps', 1), ('accounts', 2), ('organisations', 3), ('windows', 4), ('posts', 5), ('sessions', 6),
  ('login-events', 7), ('roles', 8), ('staff-roles', 9), ('audit', 10), ('forms', 11), ('shared-elements', 12),
  ('rules', 13), ('processes', 14), ('items', 15), ('document-templates', 16), ('document-series', 17),
  ('message-templates', 18), ('holidays', 19), ('message-channels', 20), ('login-policy', 21), ('archive', 22),
  ('office-package', 23), ('operation', 24)) v (code, place),
  (select min(sort_by) - 1 as first from menus where parent_id = 'business') b
where m.parent_id = 'business' and m.code = v.code and m.sort_by <> b.first + v.place;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code = 'shared-elements' and m.client_code = 'business'
on conflict do nothing;
