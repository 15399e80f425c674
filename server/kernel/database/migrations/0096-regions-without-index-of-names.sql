-- A search by the name of a region reads all 44,707 of them in some 10 ms; to fill this index took most of the time of a first start.
drop index areas_name_grams;
