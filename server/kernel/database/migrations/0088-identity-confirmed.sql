-- When the person at the keyboard proved to be the owner of the session, and by what: asked before the account name or the
-- identity number of a person with rights is changed, and used up by that change.
alter table sessions add column identity_confirmed_at timestamptz;
alter table sessions add column identity_confirmed_by text
  check (identity_confirmed_by in ('code', 'recovery-code', 'password'));

-- A new database asks the second factor after a unified login too; an installation that is in use keeps what it has set.
alter table login_policy alter column second_factor_after_sign_on set default true;
update login_policy set second_factor_after_sign_on = true where not exists (select from staff);
