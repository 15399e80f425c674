-- The configuration administrator gets the templates of papers. A new database gets its menus from the seed; this brings
-- one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'document-templates', 'business', 'document-templates', '文书模板', '/business/document-templates', 'file-text', 'business', 111
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code = 'document-templates' and m.client_code = 'business'
on conflict do nothing;
