-- The system administrator gets organisations, halls and windows, posts and user groups. A new database gets its menus from
-- the seed; this brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select x.code, 'business', x.code, x.title, x.url, x.icon, 'business',
  coalesce((select sort_by from menus where id = 'accounts'), 100)
from (values ('organisations', '机构', '/business/organisations', 'apartment'),
  ('windows', '大厅与窗口', '/business/windows', 'desktop'),
  ('posts', '岗位与用户组', '/business/posts', 'idcard')) x (code, title, url, icon)
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'system-admin' and m.code in ('organisations', 'windows', 'posts') and m.client_code = 'business'
on conflict do nothing;
