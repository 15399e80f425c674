-- The configuration administrator gets the numbers of papers. A new database gets its menus from the seed; this brings one
-- that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'document-series', 'business', 'document-series', '文号', '/business/document-series', 'ordered-list', 'business', 112
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code = 'document-series' and m.client_code = 'business'
on conflict do nothing;
