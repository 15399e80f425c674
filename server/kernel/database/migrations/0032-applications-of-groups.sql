-- User groups are made for business applications (S1 §7), which are the categories of items; one that names none is for all.
alter table user_groups add column applications text[] not null default '{}';

-- A new database gets this from the seed; this brings the demo's groups to the same.
update user_groups set applications = '{petition}' where id = 'petition-receivers';
update user_groups set applications = '{permit}' where id in ('site-inspectors', 'review-experts');
