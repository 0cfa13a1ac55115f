import { Icon } from '#platform/web/show/icons.tsx';

/** Why a step did not succeed, above its fields. */
export function Failure({ sentence }: { sentence: string }) {
  return (
    <p className="banner bad" role="alert">
      <Icon name="close" />
      {sentence}
    </p>
  );
}

/** The sentence of whatever was thrown. */
export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : '操作没有成功，请稍后再试');
