-- Random id of the page that saved the draft last, which may overwrite its own save without having its answer.
alter table drafts add column saved_by_page text;
