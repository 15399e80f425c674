-- The statement finds its people by their ids in any plan; to plan it anew for each changed row took most of the time of an import of people.
alter function refresh_staff_rights set plan_cache_mode = force_generic_plan;
