-- Which action changed which field of the form last: a submission that was typed upon an older content overwrites none of
-- them unseen. Empty for what was changed before.
alter table work_order_forms add column changes jsonb not null default '[]';

-- By field the version of the form that it was typed upon: where the order was changed since, the order's value counts.
alter table work_order_typed_forms add column opened_on jsonb not null default '{}';
