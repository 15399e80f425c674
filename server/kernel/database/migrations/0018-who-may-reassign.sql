-- Giving an open task to somebody else is the matter administrator's, and a leader's within the own organisation. A new
-- database gets its roles from the seed; this brings one that has them already to the same.
insert into role_permissions (role_code, permission)
select code, 'work-order:reassign' from roles where code in ('matter-admin', 'leader')
on conflict do nothing;
