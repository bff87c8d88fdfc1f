import { useAccount } from '../../account/account-context.ts';
import { Button } from '../../shared/button.tsx';
import { AskDialog } from '../../shared/ask/ask-dialog.tsx';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether the recovery codes are to be left although nobody has said that they are kept. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useAccount();
  return (
    <AskDialog
      title={t('account.security.codes.leaveTitle')}
      text={t('account.security.codes.leaveText')}
      onShut={onStay}
    >
      <Button variant="primary" onClick={onStay}>
        {t('account.security.codes.stay')}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        {t('account.security.codes.leave')}
      </Button>
    </AskDialog>
  );
}
