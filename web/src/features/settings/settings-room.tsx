/** Which model answers, what it costs, choosing another one; Zotero; and outside services. */
import { useQuery } from "@tanstack/react-query";
import { getModelSettings } from "@/api/settings";
import { settings as texts } from "@/texts/settings";
import { Failed, Skeleton } from "@/ui/states";
import { Room } from "@/ui/room";
import { InUse } from "./in-use";
import { SETTINGS } from "@/lib/settings-key";
import { LookingUp } from "./looking-up";
import { ColourChoice, LanguageChoice } from "./looks";
import { ModelForm } from "./model-form";
import { Spent } from "./spent";
import { TryOut } from "./try-out";
import { Zotero } from "./zotero";

export function SettingsRoom() {
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => getModelSettings(signal),
  });
  return (
    <Room title={texts.title}>
      {data ? (
        <>
          <InUse settings={data} />
          {data.changeable ? (
            <>
              <TryOut settings={data} />
              <ModelForm settings={data} />
            </>
          ) : (
            <p className="mt-5 text-sm text-soft">{texts.operatorChooses}</p>
          )}
          <Spent />
          {data.changeable && (
            <>
              <Zotero />
              <LookingUp />
            </>
          )}
        </>
      ) : error ? (
        <Failed title={texts.notLoaded} error={error} retry={() => void refetch()} />
      ) : (
        <div className="mt-6">
          <Skeleton lines={6} label={texts.loading} />
        </div>
      )}
      <ColourChoice />
      <LanguageChoice />
    </Room>
  );
}
