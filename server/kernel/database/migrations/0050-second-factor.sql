-- Codes by time (RFC 6238) as a second factor: one secret for a person, sealed, with the step of the last code that was
-- taken, so that none is taken twice.
create table second_factors (
  staff_id text primary key references staff (id) on delete cascade,
  secret_sealed text not null,
  last_step integer not null,
  enrolled_at timestamptz not null
);

-- What stands for a lost telephone; keyed digests, each good once.
create table recovery_codes (
  staff_id text not null references staff (id) on delete cascade,
  code_digest text not null,
  used_at timestamptz,
  primary key (staff_id, code_digest)
);

-- A secret that was shown and is not yet proven by a code; of the session, or of the sign-in, that it was shown to.
create table pending_factors (
  owner_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  secret_sealed text not null,
  expires_at timestamptz not null
);

-- Sign-ins that lack the second factor. What was proven already is sealed; a token is good for a few codes, and for one
-- session.
create table half_sessions (
  token_hash text primary key,
  staff_id text not null references staff (id) on delete cascade,
  step text not null check (step in ('code', 'enrol')),
  kept_sealed text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index half_sessions_expires on half_sessions (expires_at);
create index pending_factors_expires on pending_factors (expires_at);

-- Whom the office obliges, and whether it asks after a unified login too; one row for the whole office.
create table login_policy (
  single boolean primary key default true check (single),
  second_factor_after_sign_on boolean not null default false
);
insert into login_policy default values;
create table second_factor_roles (
  role_code text primary key references roles (code) on delete cascade
);

-- A new database gets its menus from the seed; this brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'login-policy', 'business', 'login-policy', '登录策略', '/business/login-policy', 'lock', 'business', 110
where exists (select from menus where id = 'business')
on conflict do nothing;
insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.code = 'login-policy' and m.client_code = 'business'
where r.code = 'security-admin'
on conflict do nothing;
