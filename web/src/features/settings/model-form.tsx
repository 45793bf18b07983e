/** Chooses a provider, its model, its address and its key; servers that answer on this machine fill it with a click. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/http";
import { chooseModel, findServers } from "@/api/settings";
import type { ChooseModel, FoundServerView, ModelSettingsView, OfferView } from "@/api/types";
import { settings as texts } from "@/texts/settings";
import { Button } from "@/ui/button";
import { SETTINGS } from "@/lib/settings-key";

const FIELD = "mt-1 h-9 w-full rounded-lg border border-line bg-surface px-2.5 text-ink disabled:opacity-60";
// What the rules are called that answer without a model.
const NO_MODEL = "extractive";

export function ModelForm({ settings }: { settings: ModelSettingsView }) {
  const client = useQueryClient();
  const [provider, setProvider] = useState(settings.provider);
  const [model, setModel] = useState(settings.provider === "local" ? "" : settings.model);
  const [address, setAddress] = useState<string | null>(null);
  const [key, setKey] = useState("");
  const [forget, setForget] = useState(false);
  const found = useQuery({ queryKey: ["found"], queryFn: ({ signal }) => findServers(signal), retry: false });
  const servers = found.data?.servers ?? [];
  const save = useMutation({
    mutationFn: chooseModel,
    onSuccess: (shown) => {
      client.setQueryData(SETTINGS, shown);
      // What leaves the server is said elsewhere, too.
      void client.invalidateQueries({ queryKey: ["deployment"] });
      void client.invalidateQueries({ queryKey: ["found"] });
      setKey("");
      setForget(false);
    },
  });
  const offer = settings.offers.find(({ name }) => name === provider);
  if (!offer) {
    return null;
  }
  const fixed = offer.fixed_by.includes("SCHOLARAI_MODEL");
  function take(server: FoundServerView) {
    setProvider(server.provider);
    setAddress(server.base_url);
    setModel(server.models[0] ?? "");
  }
  return (
    <form
      aria-label={texts.choose}
      className="mt-6 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(choiceOf(offer, model, address, key, forget));
      }}
    >
      <h2 className="font-semibold">{texts.choose}</h2>
      {fixed && <p className="mt-2 text-soft">{texts.fixed(["SCHOLARAI_MODEL"])}</p>}
      <Found servers={servers} looking={found.isPending} disabled={fixed} onTake={take} />
      <label className="mt-3 block text-soft">
        {texts.provider}
        <select
          className={FIELD}
          value={provider}
          disabled={fixed}
          onChange={(event) => {
            setProvider(event.target.value);
            setModel("");
            setAddress(null);
            setKey("");
          }}
        >
          {settings.offers.map(({ name, title }) => (
            <option key={name} value={name}>
              {name === "local" ? texts.noModel : title}
            </option>
          ))}
        </select>
      </label>
      {provider !== "local" && (
        <>
          <label className="mt-3 block text-soft">
            {texts.model}
            <input
              className={FIELD}
              required
              list="known-models"
              value={model}
              disabled={fixed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setModel(event.target.value)}
            />
          </label>
          <datalist id="known-models">
            {servers
              .filter((server) => server.provider === provider)
              .flatMap(({ models }) => models.map((name) => <option key={name} value={name} />))}
          </datalist>
          <Access
            {...{ offer, address, forget, fixed }}
            keyText={key}
            onAddress={setAddress}
            onKey={setKey}
            onForget={setForget}
          />
        </>
      )}
      {save.error && (
        <p role="alert" className="mt-3 text-danger">
          {save.error.message} {save.error instanceof ApiError && save.error.action}
        </p>
      )}
      <div className="mt-4 flex items-center gap-3">
        <p role="status" className="mr-auto text-soft">
          {save.isSuccess && texts.saved}
        </p>
        <Button type="submit" look="primary" disabled={fixed || save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

function Found({
  servers,
  looking,
  disabled,
  onTake,
}: {
  servers: readonly FoundServerView[];
  looking: boolean;
  disabled: boolean;
  onTake: (server: FoundServerView) => void;
}) {
  if (!servers.length) {
    return (
      <p role="status" className="mt-2 text-soft">
        {looking ? texts.looking : texts.noServer}
      </p>
    );
  }
  return (
    <ul className="mt-2 space-y-1.5">
      {servers.map((server) => (
        <li key={server.base_url} className="flex flex-wrap items-center gap-2">
          <span className="mr-auto min-w-0 break-words">
            {texts.serverAnswers(server.service, server.base_url.replace(/^http:\/\//, ""), server.models.length)}
          </span>
          <Button disabled={disabled || !server.models.length} onClick={() => onTake(server)}>
            {texts.useIt}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Access(props: {
  offer: OfferView;
  address: string | null;
  keyText: string;
  forget: boolean;
  fixed: boolean;
  onAddress: (text: string) => void;
  onKey: (text: string) => void;
  onForget: (forget: boolean) => void;
}) {
  const { offer, address, keyText, forget, onAddress, onKey, onForget } = props;
  const names = offer.fixed_by.filter((name) => name !== "SCHOLARAI_MODEL");
  const disabled = props.fixed || names.length > 0;
  return (
    <>
      {offer.base_url && (
        <label className="mt-3 block text-soft">
          {texts.address}
          <input
            className={FIELD}
            type="url"
            value={address ?? offer.address}
            placeholder={offer.base_url}
            disabled={disabled}
            onChange={(event) => onAddress(event.target.value)}
          />
        </label>
      )}
      {offer.takes_key && (
        <label className="mt-3 block text-soft">
          {offer.needs_key ? texts.key : texts.optionalKey}
          <input
            className={FIELD}
            type="password"
            autoComplete="off"
            value={keyText}
            placeholder={offer.has_key ? texts.keyKept : ""}
            disabled={disabled || forget}
            onChange={(event) => onKey(event.target.value)}
          />
        </label>
      )}
      {offer.has_key && !disabled && (
        <label className="mt-2 flex items-center gap-2 text-soft">
          <input type="checkbox" checked={forget} onChange={(event) => onForget(event.target.checked)} />
          {texts.forgetKey}
        </label>
      )}
      {names.length > 0 && <p className="mt-2 text-soft">{texts.fixed(names)}</p>}
    </>
  );
}

function choiceOf(offer: OfferView, model: string, address: string | null, key: string, forget: boolean): ChooseModel {
  return {
    provider: offer.name,
    model: offer.name === "local" ? NO_MODEL : model.trim(),
    base_url: address === null ? null : address.trim() === offer.base_url ? "" : address.trim(),
    key: forget ? "" : key.trim() || null,
  };
}
