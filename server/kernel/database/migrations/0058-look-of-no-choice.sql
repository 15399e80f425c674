-- Who has chosen no look takes the one that was chosen on the login page. Rows were written for other choices too, with
-- the standard look in them: it was nobody's choice there, and for the few who went back to it, it is what they get anyway.
alter table person_preferences alter column theme drop not null, alter column theme drop default;
update person_preferences set theme = null where theme = 'standard';
