import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useText } from '../../texts/chair-page.ts';

interface TurnSheetProps {
  /** Until it is this payer's turn; null where nobody waits. */
  seconds: number | null;
  onCancel(): void;
}

/** Why the payment waits, and how long. What was chosen stays as it is meanwhile. */
export function TurnSheet({ seconds, onCancel }: TurnSheetProps) {
  const t = useText();
  // The dialog also says that it is closed once the wait is over.
  const close = () => seconds !== null && onCancel();
  return (
    <Dialog open={seconds !== null} onClose={close} title={t.chairPage.turn.title}>
      <Stack>
        <p role="status">{seconds !== null && t.chairPage.turn.text(seconds)}</p>
        <Button kind="quiet" onClick={onCancel}>
          {t.chairPage.turn.cancel}
        </Button>
      </Stack>
    </Dialog>
  );
}
