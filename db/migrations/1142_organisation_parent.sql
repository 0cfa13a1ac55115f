-- Who stood below an organisation, deleted ones among them: sums of 党费 and whoever undoes a change look for them too, and read every
-- organisation of the deployment (organisation_children has the living alone).
create index organisation_parent on organisation (parent_id);
