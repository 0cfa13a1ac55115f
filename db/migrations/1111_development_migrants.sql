-- What organisations at the household and at the residence of people on the move say is asked for apart.
update development_step
   set facts = facts - 'migrant' || jsonb_build_object('household', facts -> 'migrant', 'residence', facts -> 'migrant')
 where no = 10 and facts ? 'migrant' and facts ->> 'migrant' <> '';
update development_step set facts = facts - 'migrant' where no = 10 and facts ? 'migrant';
