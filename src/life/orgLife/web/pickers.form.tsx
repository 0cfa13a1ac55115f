import { Suspense } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import type { NewMeetingProps } from './MeetingForm.tsx';

const Form = lazyPart(async () => ({ default: (await import('./MeetingForm.tsx')).NewMeeting }));

/** The form of a new meeting, for another module's page. */
export const NewMeetingForm = (props: NewMeetingProps) => (
  <Suspense fallback={<Skeleton lines={10} />}>
    <Form {...props} />
  </Suspense>
);
