"""Lines of FAQs in several languages, as old programs save them: not as UTF-8."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Language:
    """Questions and answers in one language, and the encoding its old programs write."""

    name: str
    encoding: str
    questions: tuple[str, ...]
    answers: tuple[str, ...]

    def pairs(self, rows: int) -> list[tuple[str, str]]:
        """So many rows: each question with its own answer, then with the others."""
        own = list(zip(self.questions, self.answers, strict=False))
        others = (pair for pair in product(self.questions, self.answers) if pair not in own)
        return [*own, *others][:rows]

    def file(self, rows: int) -> bytes:
        """A CSV of so many rows in the language's encoding."""
        text = io.StringIO()
        csv.writer(text).writerows([("question", "answer"), *self.pairs(rows)])
        return text.getvalue().encode(self.encoding)


GERMAN = Language(
    "German",
    "cp1252",
    (
        "Wo ist das Café?",
        "Wann öffnet die Werkstatt?",
        "Wie kündige ich das Abonnement?",
        "Kann ich später bezahlen?",
        "Was kostet die Rückgabe?",
        "Gibt es Ermäßigungen für Schüler?",
    ),
    (
        "Am Münsterplatz, Tür 3",
        "Täglich außer Montag von 9 bis 18 Uhr.",
        "Schreiben Sie uns bis zum 15. des Monats; die Kündigung gilt ab dem nächsten.",
        "Ja, per Überweisung innerhalb von 14 Tagen – auch in zwei Raten.",
        "Die Rücksendung ist für Sie kostenlos.",
    ),
)
FRENCH = Language(
    "French",
    "cp1252",
    (
        "Où se trouve le café ?",
        "Comment réserver une place ?",
        "À quelle heure fermez-vous ?",
        "Puis-je être remboursé ?",
        "Qui a accès à la bibliothèque ?",
        "Les chiens sont-ils acceptés ?",
    ),
    (
        "Près de l'entrée, à côté de la gare.",
        "En ligne, ou par téléphone jusqu’à la veille.",
        "À dix-huit heures, sauf les jours fériés.",
        "Oui, dans un délai de quatorze jours : écrivez-nous s'il vous plaît.",
        "Tous les élèves inscrits cette année.",
    ),
)
SPANISH = Language(
    "Spanish",
    "cp1252",
    (
        "¿Dónde está la cafetería?",
        "¿Cómo cambio la contraseña?",
        "¿Cuándo abre la piscina?",
        "¿Puedo pagar a plazos?",
        "¿Quién puede inscribirse?",
        "¿Hay aparcamiento para niños y mayores?",
    ),
    (
        "Junto a la estación, en el número 3.",
        "En los ajustes, bajo «Sesión».",
        "Cada mañana de lunes a sábado, también en otoño.",
        "Sí, en tres pagos sin interés.",
        "Cualquier niño de más de seis años.",
    ),
)
PORTUGUESE = Language(
    "Portuguese",
    "cp1252",
    (
        "Onde é a estação?",
        "Como faço a inscrição?",
        "Qual é o preço da refeição?",
        "Posso levar o cão?",
        "Quando são as férias?",
        "Há descontos para crianças?",
    ),
    (
        "À direita do pavilhão, junto ao café.",
        "Na página de opções, até amanhã.",
        "São três euros por refeição.",
        "Não, mas há um jardim ao pé.",
        "De julho a setembro, conforme o calendário escolar.",
    ),
)
SWEDISH = Language(
    "Swedish",
    "cp1252",
    (
        "När öppnar ni på lördag?",
        "Hur ändrar jag min bokning?",
        "Får jag ta med hunden?",
        "Var hämtar jag biljetten?",
        "Vad kostar ett årskort?",
        "Går det att betala på plats?",
    ),
    (
        "Vi öppnar klockan tio och stänger fem.",
        "Logga in på sidan och välj ändra.",
        "Nej, tyvärr inte på grund av allergier.",
        "I kassan på nedre våningen.",
        "Det är gratis för barn under sju år.",
    ),
)
ENGLISH = Language(
    "English",
    "cp1252",
    (
        "What does the café serve?",
        "What is a résumé?",
        "How much is a ticket?",
        "Can I bring my fiancée?",
        "Where do I leave my bike?",
        "Is it cold inside?",
    ),
    (
        "Cakes, soup and a “dish of the day” – see the board.",
        "A page that says what you have done; you may call it a CV.",
        "It’s £5, or €6 at the door.",
        "Yes, you’re both welcome.",
        "Behind the hall: there’s a rack… and it stays at 18° all year.",
    ),
)
ICELANDIC = Language(
    "Icelandic",
    "cp1252",
    (
        "Hvað kostar miðinn?",
        "Hvenær er opið?",
        "Má ég koma með börn?",
        "Hvar er hægt að leggja bílnum?",
        "Þarf ég að bóka tíma?",
        "Hvernig breyti ég pöntun?",
    ),
    (
        "Það er ókeypis fyrir börn og aldraða.",
        "Frá níu til fimm alla daga nema sunnudaga.",
        "Já, öll börn eru velkomin í fylgd með fullorðnum.",
        "Við húsið er stórt bílastæði.",
        "Nei, þú getur komið hvenær sem er.",
    ),
)
POLISH = Language(
    "Polish",
    "cp1250",
    (
        "Jak zmienić hasło?",
        "Gdzie znajdę szatnię?",
        "Czy mogę zapłacić kartą?",
        "Kiedy są święta?",
        "Ile kosztuje wstęp dla dzieci?",
        "Czy można wejść z psem?",
    ),
    (
        "Otwórz ustawienia i wybierz „Zmień hasło”.",
        "Na pierwszym piętrze, obok wejścia głównego.",
        "Tak, także zbliżeniowo i przez telefon.",
        "Od 24 grudnia; wtedy jesteśmy zamknięci.",
        "Wstęp jest bezpłatny w każdą środę.",
    ),
)
CZECH = Language(
    "Czech",
    "cp1250",
    (
        "Jak změním heslo?",
        "Kde najdu šatnu?",
        "Můžu platit kartou?",
        "Kdy máte otevřeno?",
        "Kolik stojí vstup pro děti?",
        "Smí dovnitř pes?",
    ),
    (
        "V nastavení zvolte „Změnit heslo“.",
        "V prvním patře, vedle hlavního vchodu.",
        "Ano, i bezkontaktně a přes telefon.",
        "Každý den kromě pondělí, od devíti do šesti hodin.",
        "Vstup je zdarma každou středu.",
    ),
)
HUNGARIAN = Language(
    "Hungarian",
    "cp1250",
    (
        "Hol van a büfé?",
        "Hogyan módosítom a jelszót?",
        "Mikor van nyitva a fürdő?",
        "Fizethetek kártyával?",
        "Mennyibe kerül a belépő?",
        "Hozhatok kutyát?",
    ),
    (
        "A főbejárat mellett, az első emeleten.",
        "A beállításokban, a „Jelszó” fül alatt.",
        "Minden nap, hétfő kivételével, reggel kilenctől.",
        "Igen, telefonnal is, érintés nélkül.",
        "Gyerekeknek és időseknek ingyenes, másoknak ezerötszáz forint; a gyűjtőjegy olcsóbb.",
    ),
)
TURKISH = Language(
    "Turkish",
    "cp1254",
    (
        "Şifremi nasıl değiştiririm?",
        "Kafe nerede bulunuyor?",
        "Bilet ücreti ne kadar?",
        "Çocuklar için indirim var mı?",
        "Müze saat kaçta açılıyor?",
        "Kartla ödeme yapabilir miyim?",
    ),
    (
        "Ayarlar sayfasını açın ve “Şifre”yi seçin.",
        "Ana girişin yanında, birinci katta.",
        "Yetişkinler için yüz lira, öğrenciler için elli lira.",
        "Evet, altı yaşından küçükler ücretsiz girer.",
        "Pazartesi dışında her gün dokuzda açılır.",
    ),
)
GREEK = Language(
    "Greek",
    "cp1253",
    (
        "Πού είναι το κυλικείο;",
        "Πώς αλλάζω τον κωδικό μου;",
        "Πότε ανοίγει το μουσείο;",
        "Μπορώ να πληρώσω με κάρτα;",
        "Πόσο κοστίζει το εισιτήριο;",
        "Επιτρέπονται τα σκυλιά;",
    ),
    (
        "Δίπλα στην κύρια είσοδο, στον πρώτο όροφο.",
        "Ανοίξτε τις ρυθμίσεις και επιλέξτε «Κωδικός».",
        "Κάθε μέρα εκτός από Δευτέρα, στις εννέα.",
        "Ναι, και με το κινητό σας.",
        "Η είσοδος είναι δωρεάν για παιδιά.",
    ),
)
RUSSIAN = Language(
    "Russian",
    "cp1251",
    (
        "Где находится буфет?",
        "Как сменить пароль?",
        "Когда открывается музей?",
        "Можно ли платить картой?",
        "Сколько стоит билет?",
        "Пускают ли с собакой?",
    ),
    (
        "Рядом с главным входом, на первом этаже.",
        "Откройте настройки и выберите «Пароль».",
        "Каждый день, кроме понедельника, в девять часов.",
        "Да, и телефоном тоже.",
        "Для детей вход бесплатный, для взрослых – двести рублей.",
    ),
)
UKRAINIAN = Language(
    "Ukrainian",
    "cp1251",
    (
        "Де знаходиться їдальня?",
        "Як змінити пароль?",
        "Коли відкривається музей?",
        "Чи можна платити карткою?",
        "Скільки коштує квиток?",
        "Чи пускають із собакою?",
    ),
    (
        "Біля головного входу, на першому поверсі.",
        "Відкрийте налаштування й оберіть «Пароль».",
        "Щодня, крім понеділка, о дев’ятій.",
        "Так, і телефоном також.",
        "Для дітей вхід безкоштовний, її не треба бронювати.",
    ),
)
JAPANESE = Language(
    "Japanese",
    "cp932",
    (
        "カフェはどこですか？",
        "パスワードを変えるには？",
        "何時に開きますか？",
        "カードで払えますか？",
        "入場料はいくらですか？",
        "犬を連れて行けますか？",
    ),
    (
        "正面入口の隣、一階にあります。",
        "設定を開いて「パスワード」を選んでください。",
        "月曜日を除く毎日、午前九時に開きます。",
        "はい、スマートフォンでも払えます。",
        "子どもは無料、大人は五百円です。",
    ),
)
LANGUAGES = (
    *(GERMAN, FRENCH, SPANISH, PORTUGUESE, SWEDISH, ENGLISH, ICELANDIC),
    *(POLISH, CZECH, HUNGARIAN, TURKISH, GREEK, RUSSIAN, UKRAINIAN, JAPANESE),
)
