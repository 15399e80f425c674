-- Tasks that nobody else can take go to a role of its own, and whoever runs the portal has no part in matters.
-- A new database gets its roles from the seed; this brings one that has them already to the same.
insert into roles (code, name, sort_by)
select 'matter-admin', '办件管理员', max(sort_by) + 1 from roles having count(*) > 0
on conflict do nothing;

insert into role_permissions (role_code, permission)
select r.code, p.permission
from roles r, unnest(array['work-order:handle', 'work-order:administer', 'work-order:terminate', 'work-order:void', 'applicant:reveal']) p(permission)
where r.code = 'matter-admin'
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r, menus m
where r.code = 'matter-admin' and m.code in ('workportal', 'todo', 'done')
on conflict do nothing;

delete from role_permissions
where role_code in ('config-admin', 'system-admin', 'security-admin', 'audit-admin')
  and (permission like 'work-order:%' or permission like 'applicant:%');

delete from role_menus
where role_code in ('config-admin', 'system-admin', 'security-admin', 'audit-admin')
  and menu_id in (select id from menus where client_code in ('workportal', 'serviceportal'));
