package mail

import "strings"

// Limits on the header lines of another mail.
const (
	leastHeads = 3 // lines, or fields in a line
	maxHeads   = 12
	keyBytes   = 30
)

// senders and heads are what programs call the fields of a mail that they quote or pass on, in
// lower case: those with its sender, and others.
var (
	senders = wordSet(`from|von|de|da|od|fra|från|van|lähettäjä|kimden|feladó|odesílatel|от|от кого|від|发件人|寄件者|寄件人|差出人|보낸 사람`)
	heads   = wordSet(`sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|antwort an|envoyé|envoyé le|à|objet|enviado|enviado el|enviada em|enviado em|fecha|data|para|asunto|assunto|inviato|a|oggetto|verzonden|aan|onderwerp|sendt|til|emne|skickat|till|ämne|wysłano|do|dw|temat|lähetetty|vastaanottaja|aihe|gönderildi|tarih|kime|konu|elküldve|dátum|címzett|másolat|tárgy|odesláno|komu|kopie|předmět|надіслано|отправлено|дата|кому|копия|тема|发送时间|日期|收件人|抄送|主题|寄件日期|收件者|主旨|主題|送信日時|日付|宛先|件名|보낸 날짜|받는 사람|제목`)
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.SplitSeq(list, "|") {
		set[w] = true
	}
	return set
}

// headOf reports whether a line begins with the name of a field, and whether that is the sender.
func headOf(text string) (isKey, isSender bool) {
	at := strings.IndexAny(text[:min(len(text), keyBytes)], ":：")
	if at < 0 {
		return false, false
	}
	key := strings.ToLower(strings.Trim(text[:at], "* \t\u00a0"))
	return senders[key] || heads[key], senders[key]
}

// headsIn returns how many names of fields a text has that begins with one, or with a rule and
// one, and whether one of them is the sender: in HTML the lines of a header are often one block.
func headsIn(text string) (n int, sender bool) {
	text = strings.TrimSpace(text)
	if isKey, _ := headOf(text); !isKey && !strings.HasPrefix(text, "----") && !strings.HasPrefix(text, "____") {
		return 0, false
	}
	for n < maxHeads {
		at := strings.IndexAny(text, ":：")
		if at < 0 {
			return n, sender
		}
		words := strings.Fields(strings.ToLower(text[max(0, at-2*keyBytes):at]))
		for i := max(0, len(words)-2); i < len(words); i++ { // the last two words, or the last one
			key := strings.Trim(strings.Join(words[i:], " "), "*")
			if senders[key] || heads[key] {
				n, sender = n+1, sender || senders[key]
				break
			}
		}
		text = strings.TrimPrefix(strings.TrimPrefix(text[at:], ":"), "：")
	}
	return n, sender
}
