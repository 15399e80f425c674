-- True if only the signed-in person can be the applicant of the item, whose card is filled in and read-only.
alter table business_items add column own_matter boolean not null default false;
