import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { exportAccount } from "@/api/account";
import { messageOf } from "@/api/client";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { download } from "@/ui/download";

const fileName = "promptcase-export.zip";

/** Downloads one zip of all data of the account. */
export function ExportData() {
  const format = useFormat();
  const [bytes, setBytes] = useState(0);
  const size = (count: number) =>
    count < 1_000_000
      ? t`${format.number(Math.ceil(count / 1000))} KB`
      : t`${format.number(count / 1_000_000, 1)} MB`;
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      setBytes(0);
      const zip = await exportAccount(setBytes);
      download(zip, fileName, zip.type);
      return zip.size;
    },
  });
  return (
    <SectionCard
      title={t`Export my data`}
      description={t`A zip file with all your data as JSON, every prompt as .md and .json, and your picture.`}
    >
      {error && (
        <Alert className="mb-4" title={t`The export failed`}>
          {messageOf(error)}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={isPending} onClick={() => mutate()}>
          {!isPending && <Download aria-hidden="true" />}
          {error ? t`Try again` : t`Export my data`}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isPending && bytes === 0 && t`Collecting your data…`}
          {isPending && bytes > 0 && t`Downloading: ${size(bytes)}`}
          {data !== undefined && !isPending && t`${fileName} was downloaded (${size(data)}).`}
        </p>
      </div>
    </SectionCard>
  );
}
