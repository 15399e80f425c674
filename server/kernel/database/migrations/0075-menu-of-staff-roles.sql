-- The security administrator gets the people whose roles are to be given. A new database gets its menus from the seed; this
-- brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'staff-roles', 'business', 'staff-roles', '人员角色', '/business/staff-roles', 'idcard', 'business', 112
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'security-admin' and m.code = 'staff-roles' and m.client_code = 'business'
on conflict do nothing;
