-- Each administrator gets the screens of the own hand. A new database gets its menus from the seed; this brings one that
-- has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select m.code, 'business', m.code, m.title, m.url, m.icon, nullif(m.parent, ''), 100 + m.place
from (values
  (1, 'business', '业务中台', '/business', 'setting', ''),
  (2, 'accounts', '账号', '/business/accounts', 'team', 'business'),
  (3, 'sessions', '登录会话', '/business/sessions', 'laptop', 'business'),
  (4, 'login-events', '登录安全事件', '/business/login-events', 'safety-certificate', 'business'),
  (5, 'roles', '角色', '/business/roles', 'idcard', 'business'),
  (6, 'audit', '审计记录', '/business/audit', 'audit', 'business'),
  (7, 'holidays', '节假日', '/business/holidays', 'calendar', 'business')
) m (place, code, title, url, icon, parent)
where exists (select from menus)
order by m.place
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from (values
  ('system-admin', 'accounts'),
  ('security-admin', 'sessions'), ('security-admin', 'login-events'), ('security-admin', 'roles'),
  ('audit-admin', 'audit'),
  ('config-admin', 'holidays')
) given (role_code, menu_code)
join roles r on r.code = given.role_code
join menus m on m.code in (given.menu_code, 'business') and m.client_code = 'business'
on conflict do nothing;
