-- Whatever waits for somebody has a day: where a matter has none of its own, so many days after it was put before them (办理时限).
create function answer_due() returns date language sql stable as $$
  select (now() at time zone 'Asia/Shanghai')::date + coalesce(
    (select (data ->> 'answerDays')::int from site_config where host = '*' and jsonb_typeof(data -> 'answerDays') = 'number'), 7)
$$;
comment on function answer_due() is 'The day by which whatever is put before somebody today is to be answered; site_config.answerDays, 7 where it is not set';

update todo set due_on = answer_due()
 where done_at is null and due_on is null and split_part(subject, ':', 1) in (
   'accountRequest', 'archiveComment', 'archiveDecide', 'archiveMend', 'assessExemption', 'assessMonth', 'circleObject', 'circleReport',
   'circleReview', 'colourAccept', 'colourHand', 'colourMend', 'dataCentreDecide', 'developmentDecide', 'developmentMend', 'developmentPaper',
   'duesHandup', 'duesRefund', 'duesRelief', 'examAppeal', 'examMark', 'floatingOrg', 'idCardChange', 'integralAsked', 'integralExemption',
   'integralReview', 'keyWorkDecide', 'lifeMend', 'lifePlan', 'lifePlanMend', 'lifeReview', 'lifeStar', 'lifeStarReview', 'memberVariation',
   'mobileInflow', 'mobileOutflow', 'officeCheck', 'officeExtension', 'openDecide', 'openFeedback', 'openMend', 'pointHand', 'pointsAppeal',
   'relation', 'relationExpired', 'sbdPair', 'sbdReport', 'schoolDecide', 'selfEdit', 'serviceAsked', 'serviceHours', 'serviceNeed',
   'serviceObjection', 'servicePair', 'serviceTalk', 'specialDecide', 'termExtension', 'trinityCase', 'trinityDecide', 'weakAccept',
   'weakMend', 'weakStart', 'workflow', 'workflowReturn');
