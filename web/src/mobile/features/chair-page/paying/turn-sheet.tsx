import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Stack } from '../../../../ui/stack.tsx';
import { useText } from '../../../texts/chair-page.ts';

interface TurnSheetProps {
  /** Seconds until it is this payer's turn; null if nobody waits. */
  seconds: number | null;
  onCancel(): void;
}

/** Why the payment waits, and how long. The choice is kept meanwhile. */
export function TurnSheet({ seconds, onCancel }: TurnSheetProps) {
  const t = useText();
  // The dialog also fires `close` when the wait is over.
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
