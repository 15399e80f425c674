-- The configuration administrator gets the forms and the items, which it may offer now. A new database gets both from the
-- seed; this brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select v.id, 'business', v.id, v.title, '/business/' || v.id, v.icon, 'business', v.sort_by
from (values ('items', '事项', 'unordered-list', 108), ('forms', '表单', 'form', 109)) as v (id, title, icon, sort_by)
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code in ('items', 'forms') and m.client_code = 'business'
on conflict do nothing;

insert into role_permissions (role_code, permission)
select code, 'item:publish' from roles where code = 'config-admin'
on conflict do nothing;
